import type { Plugin } from 'vite'

const GUEST_PAGE = /^\/device-link(\/device)?\/?(?=\?|$)/i

/** Answers the pages behind a link with their own document during development, as the server does with the built one. */
export function guestDocument(): Plugin {
  return {
    name: 'senca:guest-document',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(GUEST_PAGE, '/guest.html')
        next()
      })
    },
  }
}
