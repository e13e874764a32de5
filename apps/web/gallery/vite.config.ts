import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The gallery has its own pages, which use the components, cards and rooms but never the app. */
export default defineConfig({
  root: here('.'),
  publicDir: here('../public'),
  plugins: [react()],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: {
    outDir: here('../../../.cache/gallery'),
    emptyOutDir: true,
    rolldownOptions: {
      input: ['index', 'rooms', 'control', 'screens', 'drag', 'tiles'].map((page) => here(`${page}.html`)),
    },
  },
})
