import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

/** The oldest browsers that the pages are built and tested for. The README names them for people. */
const OLDEST_BROWSERS = { Safari: '16.4', Chrome: '111', Edge: '111', Firefox: '115' } as const

/** The same for the build. The browsers of phones are named `ios` there, or have the version of the desktop. */
export const BUILD_TARGET = [
  ...Object.entries(OLDEST_BROWSERS).map(([name, version]) => name.toLowerCase() + version),
  `ios${OLDEST_BROWSERS.Safari}`,
]

const LOCALES = join(import.meta.dirname, '../src/i18n/locales/browser')
const textSchema = z.object({ oldBrowser: z.string() })

/** The script that shows a notice in an older browser, with its words in all languages. */
export function oldBrowserScript(): string {
  const browsers = Object.entries(OLDEST_BROWSERS).map((browser) => browser.join(' '))
  const texts = readdirSync(LOCALES).map((file) => {
    const { oldBrowser } = textSchema.parse(JSON.parse(readFileSync(join(LOCALES, file), 'utf8')))
    return [basename(file, '.json'), oldBrowser.replace('{{browsers}}', browsers.join(', '))]
  })
  const script = readFileSync(join(import.meta.dirname, 'old-browser-notice.js'), 'utf8')
  return script.replace('TEXTS\n', () => `${JSON.stringify(Object.fromEntries(texts))}\n`)
}

export const OLD_BROWSER_SCRIPT = 'old-browser.js'

/** Adds that script to a page. It is not part of the modules, which an older browser may not even parse. */
export function oldBrowserNotice(): Plugin {
  return {
    name: 'senca:old-browser-notice',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: OLD_BROWSER_SCRIPT, source: oldBrowserScript() })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.names.includes(OLD_BROWSER_SCRIPT))
          .map(({ fileName }) => ({
            tag: 'script',
            attrs: { async: true, src: `/${fileName}` },
            injectTo: 'body',
          })),
    },
  }
}
