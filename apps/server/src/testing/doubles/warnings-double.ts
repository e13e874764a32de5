import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { startOnLoopback } from './loopback-server.ts'

interface Page {
  body: string
  type?: string
  status?: number
  headers?: Record<string, string>
}

/** A fake national service on this machine: documents by path, each with an ETag of its content. */
export async function createWarningsDouble() {
  const pages = new Map<string, Page>()
  const asked: { path: string; status: number }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const page = pages.get(path)
    const etag = `"${createHash('sha256')
      .update(page?.body ?? '')
      .digest('base64url')}"`
    const isKnown = page?.status === undefined && request.headers['if-none-match'] === etag
    const status = page === undefined ? 404 : isKnown ? 304 : (page.status ?? 200)
    asked.push({ path, status })
    response.writeHead(status, { 'content-type': page?.type ?? 'application/xml', etag, ...page?.headers })
    response.end(isKnown ? undefined : page?.body)
  })
  const { url, close } = await startOnLoopback(server)

  return {
    url,
    asked,
    /** Sets the document of a path. */
    put: (path: string, body: string, more: Omit<Page, 'body'> = {}) => pages.set(path, { body, ...more }),
    remove: (path: string) => pages.delete(path),
    close,
  }
}

export type WarningsDouble = Awaited<ReturnType<typeof createWarningsDouble>>

/** A rectangle around Ljubljana. */
export const AROUND_LJUBLJANA = '45.9,14.3 45.9,14.7 46.2,14.7 46.2,14.3 45.9,14.3'

interface CapOptions {
  identifier?: string
  sent?: Date
  status?: string
  msgType?: string
  references?: string
  event?: string
  severity?: string
  onset?: Date
  expires?: Date | null
  headline?: string
  area?: string
  more?: string
}

const timeOf = (at: Date): string =>
  at
    .toISOString()
    .replace('.000Z', '+00:00')
    .replace(/\.\d+Z$/, '+00:00')

/** A CAP 1.2 message like those of real services. */
export function capOf(intent: CapOptions): string {
  const { identifier = 'a1', sent = new Date(), status = 'Actual', msgType = 'Alert', references } = intent
  const {
    event = 'Severe thunderstorm',
    severity = 'Severe',
    onset = sent,
    headline = 'Thunderstorms',
  } = intent
  const { expires = new Date(sent.getTime() + 3_600_000), more = '' } = intent
  const area = intent.area ?? `<polygon>${AROUND_LJUBLJANA}</polygon>`
  const info = `<info><language>en-GB</language><category>Met</category><event>${event}</event><urgency>Immediate</urgency>
    <severity>${severity}</severity><certainty>Likely</certainty>${more}<effective>${timeOf(sent)}</effective>
    <onset>${timeOf(onset)}</onset>${expires === null ? '' : `<expires>${timeOf(expires)}</expires>`}
    <headline>${headline}</headline><area><areaDesc>Somewhere</areaDesc>${area}</area></info>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>${identifier}</identifier><sender>service@example.org</sender>
<sent>${timeOf(sent)}</sent><status>${status}</status><msgType>${msgType}</msgType><scope>Public</scope>
${references === undefined ? '' : `<references>${references}</references>`}${msgType === 'Cancel' ? '' : info}</alert>`
}

/** An Atom index like those of MeteoAlarm and the National Weather Service. */
export const atomOf = (entries: readonly { url: string; updated?: string; more?: string }[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"><id>feed</id><title>Warnings</title>
${entries
  .map(
    ({ url, updated, more = '' }) =>
      `<entry><id>${url}</id>${updated === undefined ? '' : `<updated>${updated}</updated>`}<title>A warning</title>
<link type="application/cap+xml" href="${url}"/><link title="read it" href="https://example.org/read" hreflang="en"/>${more}</entry>`,
  )
  .join('\n')}</feed>`
