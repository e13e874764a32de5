import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { FIRST_PAGES, firstLoadGroups, firstLoads } from './build/first-loads.ts'
import { javascriptBudget } from './build/javascript-budget.ts'
import { BUILD_TARGET, oldBrowserNotice } from './build/oldest-browsers.ts'
import { towns } from './build/towns.ts'
import { guestPages } from './src/guest/build/guest-pages.ts'

const SERVER = process.env.SENCA_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [
    react(),
    guestPages(),
    firstLoads(),
    towns(),
    oldBrowserNotice(),
    javascriptBudget([
      { route: '/', ...FIRST_PAGES.login, maxGzipKilobytes: 171 },
      { route: '/home', ...FIRST_PAGES.home, maxGzipKilobytes: 210 },
      { route: '/device', ...FIRST_PAGES.device, maxGzipKilobytes: 219 },
    ]),
  ],
  build: {
    target: BUILD_TARGET,
    manifest: true,
    modulePreload: { polyfill: false },
    // The words that passwords are compared with are loaded only where one is chosen. What pages load first has its own budgets.
    chunkSizeWarningLimit: 1_800,
    rolldownOptions: {
      // Creating a zod schema has no side effects, so schemas that no page uses are removed.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: firstLoadGroups(),
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
