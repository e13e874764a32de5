import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { javascriptBudget } from './javascript-budget.ts'
import { guestPages } from './src/guest/build/guest-pages.ts'

const SERVER = process.env.SENCA_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [
    react(),
    guestPages(),
    javascriptBudget([
      { route: '/', modules: ['/screens/account/login-screen.tsx'], maxGzipKilobytes: 170 },
      {
        route: '/home',
        modules: ['/app/signed-in-area.tsx', '/screens/home/home-screen.tsx'],
        maxGzipKilobytes: 210,
      },
      {
        route: '/device',
        modules: ['/app/signed-in-area.tsx', '/screens/device/device-screen.tsx'],
        maxGzipKilobytes: 218,
      },
    ]),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Making a schema changes nothing: those that no page parses with are left out.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/auth': { target: SERVER },
      '/websocket': { target: SERVER, ws: true },
    },
  },
})
