import type { ServerResponse } from 'node:http'
import { AMOUNTS, type Session } from './stripe-records.ts'

const documentOf = (title: string, links: Record<string, string>): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${Object.entries(
    links,
  )
    .map(([text, href]) => `<p><a href="${href}">${text}</a></p>`)
    .join('')}</html>`

interface StripePages {
  sessions: ReadonlyMap<string, Session>
  /** Where the page with the invoices of a customer leads back to. */
  portalReturns: ReadonlyMap<string, string>
  pay(session: Session): void
}

/** The pages of the fake Stripe that a person sees. The returned function answers with false if a path has no page. */
export function createStripePages({ sessions, portalReturns, pay }: StripePages) {
  return (path: string, response: ServerResponse): boolean => {
    const [, kind, id = ''] = path.split('/')
    const session = sessions.get(id)
    const portalReturn = portalReturns.get(id)
    const send = (html: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    if (kind === 'pay' && session !== undefined) {
      const title = `Pay ${(AMOUNTS[session.price] ?? 0) / 100} EUR`
      send(documentOf(title, { Pay: `/paid/${id}`, Back: session.cancelUrl }))
    } else if (kind === 'paid' && session !== undefined) {
      pay(session)
      response.writeHead(302, { location: session.successUrl }).end()
    } else if (kind === 'portal' && portalReturn !== undefined) {
      send(documentOf('Invoices', { Back: portalReturn }))
    } else return false
    return true
  }
}
