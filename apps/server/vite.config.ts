import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        backup: 'src/backup/command.ts',
        doctor: 'src/doctor/command.ts',
        'broker-repair': 'src/broker-repair/command.ts',
        'push-keys': 'src/push-keys/command.ts',
        'password-judge': 'src/features/accounts/password-judge.js',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // The imports of shared chunks come first in an entry, and most schemas are created in them.
        banner: ({ name }) => (name === 'main' ? "import 'zod/compile'" : ''),
      },
    },
  },
  ssr: { noExternal: ['@senca/contract', '@senca/matter'] },
})
