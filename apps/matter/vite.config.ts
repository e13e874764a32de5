import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: 'src/start.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
  ssr: { noExternal: ['@senca/contract'] },
})
