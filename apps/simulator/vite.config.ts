import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
  },
  // The contract and zod are bundled, because neither is installed as a package of the simulator.
  ssr: { noExternal: ['@senca/contract', 'zod'] },
})
