import type { Plugin } from 'vite'

/** Adds preload links for the files named `base` to the page, so that they load before another file imports them. */
export function preloadedBase(): Plugin {
  return {
    name: 'senca:preloaded-base',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.name === 'base' && !html.includes(file.fileName))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  }
}
