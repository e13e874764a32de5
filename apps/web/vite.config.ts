import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { FIRST_PAGES, firstLoadGroups, firstLoads } from './build/first-loads.ts'
import { guestDocument } from './build/guest-document.ts'
import { javascriptBudget } from './build/javascript-budget.ts'
import { BUILD_TARGET, oldBrowserNotice } from './build/oldest-browsers.ts'
import { towns } from './build/towns.ts'
import { serviceWorker } from './build/worker-files.ts'

const SERVER = process.env.SENCA_SERVER ?? 'http://localhost:8080'

const shortNames = new Map<string, string>()

/** Class names are as short as possible, because the JavaScript modules contain them. */
function shortName(name: string, file: string): string {
  const key = `${name} ${file.split('?')[0]}`
  const short = shortNames.get(key) ?? `g${shortNames.size.toString(36)}`
  shortNames.set(key, short)
  return short
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    guestDocument(),
    firstLoads(),
    towns(),
    oldBrowserNotice(),
    serviceWorker(),
    javascriptBudget([
      { route: '/', ...FIRST_PAGES.login, maxGzipKilobytes: 178 },
      { route: '/home', ...FIRST_PAGES.home, maxGzipKilobytes: 224 },
      { route: '/device', ...FIRST_PAGES.device, maxGzipKilobytes: 231 },
      { route: '/device-link', ...FIRST_PAGES.guestList, maxGzipKilobytes: 155 },
      { route: '/device-link/device', ...FIRST_PAGES.guestDevice, maxGzipKilobytes: 150 },
    ]),
  ],
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  build: {
    target: BUILD_TARGET,
    manifest: true,
    modulePreload: { polyfill: false },
    // The words that passwords are compared with are loaded only where one is chosen. What pages load first has its own budgets.
    chunkSizeWarningLimit: 1_800,
    rolldownOptions: {
      input: ['index.html', 'guest.html'].map((file) => join(import.meta.dirname, file)),
      // Creating a zod schema has no side effects, so schemas that no page uses are removed.
      treeshake: {
        manualPureFunctions: ['z'],
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
      },
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
}))
