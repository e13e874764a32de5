import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { javascriptBudget } from './build/javascript-budget.ts'
import { BUILD_TARGET, oldBrowserNotice } from './build/oldest-browsers.ts'
import {
  guestWords,
  namedIcons,
  plainImports,
  writtenClasses,
} from './src/guest/build/guest-bundle-plugins.ts'
import { preloadedBase } from './src/guest/build/guest-preload.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const shortNames = new Map<string, string>()

/** Class names are as short as possible, because the JavaScript modules contain them. */
function shortName(name: string, file: string): string {
  const key = `${name} ${file.split('?')[0]}`
  const short = shortNames.get(key) ?? `g${shortNames.size.toString(36)}`
  shortNames.set(key, short)
  return short
}

/** What the list page of a link needs, together with most of what the other pages need: few files compress better than many. */
const BASE = new RegExp(
  [
    'rolldown/runtime',
    'node_modules/(react|react-dom|scheduler|zod|zustand)/',
    '/packages/contract/',
    '/src/(core|light)/',
    '/src/i18n/[^/]+$',
    '/src/features/(device-model|device-parts|realtime)/',
    '/src/guest/(?!words/texts|device/)',
    '/src/ui/controls/((icon-)?button|drag|hold|light-slider|slider-value|spoken|use-drag|use-hold)\\.',
    '/src/ui/feedback/(banner|empty-state|spinner)\\.',
    '/src/ui/forms/switch\\.',
    '/src/ui/layout/(icon|icon-paths|logo|page-header|visually-hidden)\\.',
  ].join('|'),
)
/** Modules of `BASE` that only some pages need. */
const OF_SOME_PAGES = new RegExp(
  [
    '/light/wall/wall-band\\.',
    '/device-model/(views/(control-view|door-tabs)|device-paths)\\.',
    '/device-parts/(command-note|figure|last-known|switch-row)\\.',
    '/guest/screens/(blocked-screen|device-screen|link-head|list-screen|menu-sheet|pin-screen)\\.',
    '/guest/words/window-words\\.',
  ].join('|'),
)
/** Modules that the device pages share. */
const OF_DEVICES =
  /\/device-parts\/(command-note|last-known)\.|\/guest\/(device\/detail|screens\/device-screen)/
const PARTS = /\/src\/(light|features|ui)\//

/** The limit for a guest page in kilobytes of gzip. The build fails when a feature of the app makes a guest page larger. */
const MAX_GZIP_KILOBYTES = 150

/**
 * The build of the guest pages. Router and translation, which cards and parts import, are replaced by much smaller modules of our
 * own.
 */
export default defineConfig({
  root: here('.'),
  cacheDir: here('node_modules/.vite-guest'),
  publicDir: false,
  plugins: [
    react(),
    guestWords(),
    preloadedBase(),
    namedIcons(),
    plainImports(),
    writtenClasses(),
    oldBrowserNotice(),
    javascriptBudget(
      [
        {
          route: '/device-link',
          modules: ['/guest/screens/list-screen.tsx'],
          maxGzipKilobytes: MAX_GZIP_KILOBYTES,
        },
        ...['shade', 'door', 'light'].map((kind) => ({
          route: `/device-link/device (${kind})`,
          modules: ['/guest/screens/device-screen.tsx', `/guest/device/${kind}-detail.tsx`],
          maxGzipKilobytes: MAX_GZIP_KILOBYTES,
        })),
      ],
      /\/guest\/words\/texts\/[^/]+$/,
    ),
  ],
  css: { modules: { generateScopedName: shortName } },
  resolve: {
    alias: [
      { find: /^react-i18next$/, replacement: here('src/guest/words/words.ts') },
      { find: /^#i18n\/error-text\.ts$/, replacement: here('src/guest/words/failure-words.ts') },
      { find: /^react-router$/, replacement: here('src/guest/navigation.tsx') },
    ],
  },
  build: {
    target: BUILD_TARGET,
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: here('guest.html'),
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => BASE.test(id) && !OF_SOME_PAGES.test(id), priority: 2 },
            { name: 'device-screen', test: OF_DEVICES, priority: 2 },
            { name: 'base', test: PARTS, minShareCount: 2, priority: 1 },
          ],
        },
      },
      treeshake: {
        // Creating a zod schema has no side effects, so schemas that no guest page uses are removed.
        manualPureFunctions: ['z'],
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
      },
    },
  },
})
