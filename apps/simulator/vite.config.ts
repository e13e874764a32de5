import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
  },
  // The contract and the zod it brings go into the bundle: neither is a package of this one on disk.
  ssr: { noExternal: ['@senca/contract', 'zod'] },
})
