import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import { floorTopic } from '../devices/fake-device.ts'

// The minimal server that passes a command to a device and its state back: a bare broker and bare websockets in one process,
// without accounts, checks, acknowledgements, storage or a database.
const moveSchema = z.object({ move: z.string(), position: z.number() })
const clientMessageSchema = z.union([z.object({ watch: z.array(z.string()) }), moveSchema])

const socketsByDevice = new Map<string, Set<WebSocket>>()
const aedes = new Aedes()
await aedes.listen()
const door = createServer({ noDelay: true }, (socket) => aedes.handle(socket))
await new Promise<void>((done) => door.listen(0, '127.0.0.1', done))
const websockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
await new Promise((done) => websockets.once('listening', done))

const send = ({ move, position }: z.infer<typeof moveSchema>) =>
  aedes.publish(
    {
      cmd: 'publish',
      topic: floorTopic(move, 'command'),
      payload: Buffer.from(JSON.stringify({ position })),
      qos: 1,
      retain: false,
      dup: false,
    },
    () => {},
  )

// For the measurement in which the floor also receives commands over HTTP.
const http = createHttpServer((request, response) => {
  let body = ''
  request.on('data', (bytes) => {
    body += bytes
  })
  request.on('end', () => {
    send(moveSchema.parse(JSON.parse(body)))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
  })
})
await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))

aedes.subscribe(
  floorTopic('+', 'state'),
  ({ topic, payload }, done) => {
    const [, id = ''] = topic.split('/')
    const text = payload.toString()
    for (const socket of socketsByDevice.get(id) ?? []) socket.send(text)
    done()
  },
  () => {},
)

websockets.on('connection', (socket) => {
  let watched: string[] = []
  socket.on('message', (frame) => {
    const message = clientMessageSchema.parse(JSON.parse(frame.toString()))
    if ('watch' in message) {
      watched = message.watch
      for (const id of watched) socketsByDevice.set(id, (socketsByDevice.get(id) ?? new Set()).add(socket))
      socket.send(JSON.stringify({ watching: watched.length }))
      return
    }
    send(message)
  })
  socket.on('close', () => {
    for (const id of watched) socketsByDevice.get(id)?.delete(socket)
  })
})

const portOf = (address: ReturnType<typeof door.address>) =>
  typeof address === 'object' && address !== null ? address.port : 0
process.on('disconnect', () => process.exit(0))
process.send?.({
  mqttPort: portOf(door.address()),
  websocketPort: portOf(websockets.address()),
  httpPort: portOf(http.address()),
})
