import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { freePort } from '../free-port.ts'

/** What the proxy answers instead of the server; undefined for the server's own answer. */
export type Instead = (
  path: string,
) => { status?: number; headers?: Record<string, string>; body?: string } | undefined

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

const sha256 = (body: string) => createHash('sha256').update(body).digest('hex')

/**
 * Stands between a browser and a server: it can be stopped and started again, hang, give other answers, and show the server's web app
 * as another build.
 */
export async function startWebProxy(serverUrl: string) {
  const port = await freePort()
  const upstream = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let instead: Instead = () => undefined
  let build: { id: string; at: string; gone: string } | null = null
  let server: Server | null = null

  const ask = (method: string, url: string, headers: IncomingHttpHeaders, body: Buffer) =>
    new Promise<Answer>((resolve, reject) => {
      const options = { host: upstream.hostname, port: upstream.port, method, path: url, headers }
      const call = request(options, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
      call.on('error', reject)
      call.end(body)
    })

  /** The server's document and worker under the id of another build, which has one file less. */
  const asBuild = async (path: string, answer: Answer): Promise<Answer> => {
    if (build === null) return answer
    const { id, at, gone } = build
    const rename = (text: string) =>
      text.replace(/"id":"[\w-]+","at":"[^"]+"/, `"id":${JSON.stringify(id)},"at":${JSON.stringify(at)}`)
    if (path.startsWith('/assets/') && path.includes(gone)) return { ...answer, status: 404 }
    const isText = /^text\/(html|javascript)/.test(answer.headers['content-type'] ?? '')
    if (!isText || path.startsWith('/assets/')) return answer
    let text = rename(answer.body.toString())
    if (path === '/sw.js') {
      const shell = await ask('GET', '/app-shell', { host: `localhost:${port}` }, Buffer.alloc(0))
      text = text
        .replace(sha256(shell.body.toString()), sha256(rename(shell.body.toString())))
        .replace(new RegExp(`\\["/assets/[^"]*${gone}[^"]*","\\w+"\\],?`, 'g'), '')
        .replaceAll('],]', ']]')
    }
    return { ...answer, body: Buffer.from(text) }
  }

  const listen = async (made: Server) => {
    server = made.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve))
  }
  const start = async () => {
    const answering = createServer(async (incoming, outgoing) => {
      const parts: Buffer[] = []
      for await (const part of incoming) parts.push(part)
      const url = incoming.url ?? '/'
      const path = url.replace(/\?.*/s, '')
      const other = instead(path)
      if (other !== undefined) {
        outgoing.writeHead(other.status ?? 200, other.headers).end(other.body ?? '')
        return
      }
      const { 'accept-encoding': _encoding, 'if-none-match': _etag, ...headers } = incoming.headers
      const asked = await ask(incoming.method ?? 'GET', url, headers, Buffer.concat(parts)).catch(() => null)
      if (asked === null) {
        outgoing.destroy()
        return
      }
      const { status, headers: answered, body } = await asBuild(path, asked)
      const { 'content-length': _length, 'transfer-encoding': _chunked, ...kept } = answered
      outgoing.writeHead(status, kept).end(body)
    })
    answering.on('upgrade', ({ url, rawHeaders }, socket) => {
      const target = connect(Number(upstream.port), upstream.hostname, () => {
        const headers = rawHeaders.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`))
        target.write(`GET ${url} HTTP/1.1\r\n${headers.join('')}\r\n`)
        target.pipe(socket).pipe(target)
      })
      for (const end of [target, socket]) end.on('error', () => {})
      socket.on('close', () => target.destroy())
      target.on('close', () => socket.destroy())
    })
    await listen(answering)
  }
  const stop = async () => {
    const stopping = new Promise<void>((resolve) =>
      server === null ? resolve() : server.close(() => resolve()),
    )
    for (const socket of sockets) socket.destroy()
    await stopping
    server = null
  }
  await start()
  return {
    url: `http://localhost:${port}`,
    start,
    /** As if the server was gone: nothing listens any more. */
    stop,
    /** As if every packet to the server was lost: connections are taken, and nothing is ever answered. */
    async hang() {
      await stop()
      await listen(createServer(() => {}))
    },
    answer(other: Instead) {
      instead = other
    },
    /** Shows another build from now on, in which the files whose name contains `gone` are missing. */
    show(other: { id: string; at: string; gone: string } | null) {
      build = other
    },
  }
}

export type WebProxy = Awaited<ReturnType<typeof startWebProxy>>
