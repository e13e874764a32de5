import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { StartMatter } from '#features/matter/index.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'

const SOURCES = join(REPOSITORY_ROOT, 'apps', 'matter', 'src')

const messageSchema = z.object({
  manualCode: z.optional(z.string()),
  qrCode: z.optional(z.string()),
  moved: z.optional(z.string()),
  target: z.optional(z.number()),
  stopped: z.optional(z.boolean()),
  on: z.optional(z.boolean()),
  level: z.optional(z.nullable(z.number())),
  lockState: z.optional(z.nullable(z.number())),
  fabrics: z.optional(z.number()),
})
type DeviceMessage = z.infer<typeof messageSchema>

const endpointsSchema = z.array(
  z.object({ number: z.number(), state: z.record(z.string(), z.record(z.string(), z.unknown())) }),
)
const invokedSchema = z.object({ error: z.nullable(z.string()), detail: z.optional(z.string()) })
const answerSchema = z.object({
  call: z.optional(z.number()),
  answer: z.optional(z.unknown()),
  failed: z.optional(z.string()),
})

/** Passes connections to a port of its network on to a socket of the file system, which knows no networks. */
const RELAY = `const { connect, createServer } = require('node:net')
const [path, port] = process.argv.slice(1)
createServer((client) => {
  const server = connect(path)
  client.on('error', () => server.destroy()).pipe(server)
  server.on('error', () => client.destroy()).pipe(client)
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
}).listen(Number(port), '127.0.0.1')`

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' })
let count = 0

/**
 * A home network of its own: one network namespace for the Matter process and one for devices, joined by a veth pair, so that nothing
 * of it leaves this machine. Making it needs root and Linux.
 */
export async function createMatterNetwork() {
  count += 1
  const name = `sm${process.pid}-${count}`
  const [home, devices] = [`${name}h`, `${name}d`]
  const children = new Set<ChildProcess>()
  const relays: Server[] = []
  try {
    ip('netns', 'add', home)
    ip('netns', 'add', devices)
    ip('link', 'add', 'eth0', 'netns', home, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', devices)
    for (const one of [home, devices]) {
      ip('netns', 'exec', one, 'sysctl', '-qw', 'net.ipv6.conf.all.disable_ipv6=0')
      ip('-n', one, 'link', 'set', 'lo', 'up')
      ip('-n', one, 'link', 'set', 'eth0', 'up')
    }
  } catch (error) {
    throw new Error('Matter tests make two network namespaces, which needs Linux, iproute2 and root', {
      cause: error,
    })
  }

  /** The addresses of both ends are usable after they were found to be unique. */
  async function settle(): Promise<void> {
    const isSettled = () =>
      [home, devices].every((one) => {
        const shown = ip('-n', one, '-6', 'addr', 'show', 'dev', 'eth0', 'scope', 'link')
        return shown.includes('fe80:') && !shown.includes('tentative')
      })
    while (!isSettled()) await new Promise((resolve) => setTimeout(resolve, 100))
  }

  const startIn = (namespace: string, program: string, args: string[] = []): ChildProcess =>
    startNode(namespace, ['--import', 'tsx', join(SOURCES, program), ...args])

  function startNode(namespace: string, args: string[]): ChildProcess {
    const child = spawn('ip', ['netns', 'exec', namespace, process.execPath, ...args], {
      cwd: REPOSITORY_ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  await settle()
  const startMatter: StartMatter = () => startIn(home, 'main.ts')
  return {
    startMatter,
    /** The command that starts the Matter process of a server in a process of its own. */
    namespace: home,
    /** Lets the Matter process reach a server of this machine at its own address, until the network is closed. */
    async reach(url: string): Promise<void> {
      const port = Number(new URL(url).port)
      const path = join(tmpdir(), `${name}-${port}.sock`)
      const relay = createServer((client) => {
        const server = connect(port, '127.0.0.1')
        client.on('error', () => server.destroy()).pipe(server)
        server.on('error', () => client.destroy()).pipe(client)
        client.on('close', () => server.destroy())
        server.on('close', () => client.destroy())
      })
      relays.push(relay)
      await new Promise<void>((resolve) => relay.listen(path, resolve))
      startNode(home, ['-e', RELAY, path, String(port)])
    },

    /** A controller of an ecosystem, by the id of its vendor. */
    async startController(vendorId: number) {
      const child = startIn(devices, join('testing', 'test-controller.ts'), [String(vendorId)])
      const waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>()
      let last = 0
      await new Promise<void>((resolve, reject) => {
        child.on('message', (raw) => {
          const message = answerSchema.parse(raw)
          if (message.call === undefined) resolve()
          else waiting.get(message.call)?.(message)
        })
        child.once('exit', () => reject(new Error('the controller has ended')))
      })
      const call = (instruction: object): Promise<unknown> => {
        last += 1
        const number = last
        return new Promise((resolve, reject) => {
          waiting.set(number, ({ answer, failed }) =>
            failed === undefined ? resolve(answer) : reject(new Error(failed)),
          )
          child.send({ ...instruction, call: number })
        })
      }
      return {
        commission: (code: string) => call({ do: 'commission', code }),
        endpoints: async () => endpointsSchema.parse(await call({ do: 'endpoints' })),
        invoke: async (endpoint: number, command: object) =>
          invokedSchema.parse(await call({ do: 'invoke', endpoint, command })),
        leave: () => call({ do: 'leave' }),
        end: () => kill(child),
      }
    },

    /** The processes that run. */
    processes: (): ChildProcess[] => [...children],
    kill,

    /** A device with a blind, a lock and a light. It remembers its pairings over restarts. */
    async startDevice(discriminator: number) {
      const file = join(tmpdir(), `${name}-${discriminator}.json`)
      const messages: DeviceMessage[] = []
      const start = async () => {
        const child = startIn(devices, join('testing', 'test-device.ts'), [file, String(discriminator)])
        const codes = await new Promise<DeviceMessage>((resolve, reject) => {
          child.on('message', (raw) => {
            const message = messageSchema.parse(raw)
            if (message.manualCode === undefined) messages.push(message)
            else resolve(message)
          })
          child.once('exit', () => reject(new Error('the Matter device has ended')))
        })
        const { manualCode = '', qrCode = '' } = codes
        return { child, manualCode, qrCode }
      }
      let running = await start()
      return {
        messages,
        manualCode: running.manualCode,
        qrCode: running.qrCode,
        instruct: (instruction: object) => void running.child.send(instruction),
        stop: () => kill(running.child),
        async restart() {
          await kill(running.child)
          running = await start()
        },
        remove: () => rm(file, { force: true }),
      }
    },

    async close(): Promise<void> {
      await Promise.all([...children].map(kill))
      for (const relay of relays) relay.close()
      for (const one of [home, devices]) ip('netns', 'delete', one)
    },
  }
}

export type MatterController = Awaited<
  ReturnType<Awaited<ReturnType<typeof createMatterNetwork>>['startController']>
>
export type MatterNetwork = Awaited<ReturnType<typeof createMatterNetwork>>
