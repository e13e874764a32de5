import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/start.ts', bridge: 'src/start-bridge.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: ['@senca/contract'] },
})
