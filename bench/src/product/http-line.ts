import { connect } from 'node:net'

const END_OF_HEAD = '\r\n\r\n'

export interface HttpAnswer {
  status: number
  body: string
}

/**
 * One kept-alive HTTP/1.1 connection with one request at a time; answers must have a content length. It costs as little as a
 * client can, because the cost of the client must not be measured.
 */
export function openHttpLine(host: string, port: number) {
  const socket = connect({ host, port, noDelay: true })
  let received = Buffer.alloc(0)
  let resolve: (answer: HttpAnswer) => void = () => {}
  let reject: (error: Error) => void = () => {}

  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const headEnd = received.indexOf(END_OF_HEAD)
    if (headEnd < 0) return
    const head = received.toString('latin1', 0, headEnd)
    const length = /^content-length: *(\d+)/im.exec(head)?.[1]
    if (length === undefined) {
      reject(new Error(`an answer without a length: ${head}`))
      return
    }
    const bodyAt = headEnd + END_OF_HEAD.length
    const end = bodyAt + Number(length)
    if (received.length < end) return
    const body = received.toString('utf8', bodyAt, end)
    received = received.subarray(end)
    resolve({ status: Number(head.slice(9, 12)), body })
  })
  socket.on('error', (error) => reject(error))
  socket.on('close', () => reject(new Error('the connection was closed')))

  return {
    post(path: string, headers: string, body: string): Promise<HttpAnswer> {
      return new Promise((done, fail) => {
        resolve = done
        reject = fail
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n${headers}` +
            `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      })
    },
    close: () => socket.destroy(),
  }
}
