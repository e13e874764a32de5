import type { Plugin } from 'vite'

/** Names in the page the files called `base`, so that none waits until another one asks for it. */
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
