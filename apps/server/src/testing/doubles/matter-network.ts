import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificatesSchema } from '@senca/matter/certificates'
import * as z from 'zod/mini'
import { MATTER_OPTIONS } from '#drivers/matter/start-matter.ts'
import type { StartMatter } from '#features/matter/index.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'

const SOURCES = join(REPOSITORY_ROOT, 'apps', 'matter', 'src')
const BUILDS = join(REPOSITORY_ROOT, 'apps', 'matter', 'dist')
const PROGRAMS = {
  matter: { built: join(BUILDS, 'main.js'), source: join(SOURCES, 'main.ts') },
  bridge: { built: join(BUILDS, 'bridge.js'), source: join(SOURCES, 'start-bridge.ts') },
}

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
const placeSchema = z.optional(z.nullable(z.number()))
const coveringSchema = z.object({
  operationalStatus: z.object({ global: z.number(), lift: z.number(), tilt: z.number() }),
  currentPositionLiftPercent100ths: placeSchema,
  targetPositionLiftPercent100ths: placeSchema,
  currentPositionTiltPercent100ths: placeSchema,
  targetPositionTiltPercent100ths: placeSchema,
})
const seenSchema = z.object({ endpoint: z.number(), at: z.number(), state: coveringSchema })
export type SeenCovering = z.infer<typeof coveringSchema>
const reportsSchema = z.array(
  z.object({
    at: z.number(),
    attributes: z.array(z.object({ id: z.number(), value: z.unknown() })),
  }),
)
const answerSchema = z.object({
  call: z.optional(z.number()),
  answer: z.optional(z.unknown()),
  failed: z.optional(z.string()),
})

/**
 * Passes connections between a port of its network and a socket of the file system, which knows no networks: those to the port on to the
 * socket, or the other way.
 */
const RELAY = `const { connect, createServer } = require('node:net')
const [path, port, isOut] = process.argv.slice(1)
const [from, to] = [path, { port: Number(port), host: '127.0.0.1' }]
const server = createServer((client) => {
  const server = connect(isOut === undefined ? from : to)
  client.on('error', () => server.destroy()).pipe(server)
  server.on('error', () => client.destroy()).pipe(client)
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
}).listen(isOut === undefined ? to : from, () => process.send?.({}))`

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' })
let count = 0

/**
 * A home network of its own: one network namespace for the Matter process and one for devices, joined by a veth pair, so that nothing
 * of it leaves this machine. Making it needs root and Linux. The programs are the builds if `BUILT_SERVER` is `yes`, as those of the server.
 */
export async function createMatterNetwork({ isBuilt = process.env.BUILT_SERVER === 'yes' } = {}) {
  const programOf = (name: keyof typeof PROGRAMS): string[] => [
    ...MATTER_OPTIONS,
    ...(isBuilt ? [PROGRAMS[name].built] : ['--import', 'tsx', PROGRAMS[name].source]),
  ]
  count += 1
  const name = `sm${process.pid}-${count}`
  const [home, devices] = [`${name}h`, `${name}d`]
  const children = new Set<ChildProcess>()
  const relays: Server[] = []
  /** The ports of servers, by those at which the home network reaches them. */
  const servers = new Map<number, number>()
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

  function relayTo(connectTo: () => Socket): Server {
    const relay = createServer((client) => {
      const server = connectTo()
      client.on('error', () => server.destroy()).pipe(server)
      server.on('error', () => client.destroy()).pipe(client)
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
    })
    relays.push(relay)
    return relay
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  await settle()
  let matter: ChildProcess | null = null
  const startMatter: StartMatter = () => {
    matter = startNode(home, programOf('matter'))
    return matter
  }
  return {
    startMatter,
    /** What goes before the command that starts a program in the home network. */
    within: ['ip', 'netns', 'exec', home],
    /**
     * Lets the home network reach a server of this machine at its own address, or at another port, until the network is closed. A server
     * that comes back elsewhere is reached at the same port.
     */
    async reach(url: string, at = Number(new URL(url).port)): Promise<void> {
      const isKnown = servers.has(at)
      servers.set(at, Number(new URL(url).port))
      if (isKnown) return
      const path = join(tmpdir(), `${name}-${at}.sock`)
      const relay = relayTo(() => connect(servers.get(at) ?? at, '127.0.0.1'))
      await new Promise<void>((resolve) => relay.listen(path, resolve))
      startNode(home, ['-e', RELAY, path, String(at)])
    },

    /** Lets this machine reach a server of the home network. Resolves to where, until the network is closed. */
    async publish(url: string): Promise<string> {
      const { port } = new URL(url)
      const path = join(tmpdir(), `${name}-${port}-out.sock`)
      const inside = startNode(home, ['-e', RELAY, path, port, 'out'])
      await once(inside, 'message')
      const relay = relayTo(() => connect(path))
      await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
      const address = relay.address()
      if (address === null || typeof address === 'string') throw new Error('the relay has no port')
      return `http://127.0.0.1:${address.port}`
    },

    /** Starts the program that runs bridges in a home. `printed` is what it has printed; what is typed is ended by a line. */
    startHomeProgram(args: string[], environment: Record<string, string>) {
      const child = spawn('ip', ['netns', 'exec', home, process.execPath, ...programOf('bridge'), ...args], {
        cwd: REPOSITORY_ROOT,
        env: { PATH: process.env.PATH, ...environment },
      })
      children.add(child)
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes) => {
          printed += bytes
        })
      const ended = new Promise<number | null>((resolve) => {
        child.once('exit', (code) => {
          children.delete(child)
          resolve(code)
        })
      })
      return {
        pid: child.pid ?? 0,
        printed: () => printed,
        enter: (line: string) => void child.stdin.end(`${line}\n`),
        ended,
        stop: () => void child.kill('SIGTERM'),
        kill: () => kill(child),
      }
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
        /** Sends commands as they are due, each so many ms after the one before; resolves to their answers. */
        replay: async (endpoint: number, steps: readonly { afterMs: number; command: object }[]) =>
          z.array(invokedSchema).parse(await call({ do: 'replay', endpoint, steps })),
        /** Sends all endpoints a command at once; resolves to their answers, and how long each took. */
        invokeAll: async (endpoints: readonly number[], command: object) =>
          z
            .array(z.extend(invokedSchema, { ms: z.number() }))
            .parse(await call({ do: 'invoke-all', endpoints, command })),
        /** Sends a command with any values; resolves to the name of the status with which it is answered. */
        tryCommand: async (
          endpoint: number,
          cluster: string,
          command: string,
          { fields, isTimed = false }: { fields?: object; isTimed?: boolean } = {},
        ) => z.string().parse(await call({ do: 'try', endpoint, cluster, command, fields, isTimed })),
        /** Writes an attribute; resolves to the name of the status. */
        write: async (endpoint: number, cluster: string, attribute: string, value: unknown) =>
          z.string().parse(await call({ do: 'write', endpoint, cluster, attribute, value })),
        identify: (endpoint: number, seconds: number) => call({ do: 'identify', endpoint, seconds }),
        /** Certificates of its vendor for a product. */
        makeCertificates: async (product: number) =>
          certificatesSchema.parse(await call({ do: 'make-certificates', product })),
        /** The certificates of the node that it has commissioned: its own, and what this is signed by. */
        certificates: async () => z.array(z.string()).parse(await call({ do: 'certificates' })),
        /** All states of coverings that were reported since this was asked last. */
        seen: async () => z.array(seenSchema).parse(await call({ do: 'seen' })),
        leave: () => call({ do: 'leave' }),
        /** Tries as many other passcodes than that of the code; resolves to how many were refused. */
        guess: async (code: string, times: number) =>
          z.number().parse(await call({ do: 'guess', code, times })),
        /** Subscribes to everything so many times, one after the other; resolves to the names of the statuses. */
        subscribe: async (times: number) => z.array(z.string()).parse(await call({ do: 'subscribe', times })),
        /** Subscribes to a covering once more, so that its reports are in `reports`. */
        watch: (endpoint: number) => call({ do: 'watch', endpoint }),
        /** The reports since this was asked last. */
        reports: async () => reportsSchema.parse(await call({ do: 'reports' })),
        end: () => kill(child),
      }
    },

    /** The Matter process of the server; null while none runs. */
    matter: (): ChildProcess | null => (matter !== null && children.has(matter) ? matter : null),

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
        remove: () => Promise.all([file, `${file}.new`].map((one) => rm(one, { force: true }))),
      }
    },

    async close(): Promise<void> {
      await Promise.all([...children].map(kill))
      for (const relay of relays) relay.close()
      for (const one of [home, devices]) ip('netns', 'delete', one)
    },
  }
}

export type HomeProgram = ReturnType<Awaited<ReturnType<typeof createMatterNetwork>>['startHomeProgram']>
export type MatterController = Awaited<
  ReturnType<Awaited<ReturnType<typeof createMatterNetwork>>['startController']>
>
export type MatterNetwork = Awaited<ReturnType<typeof createMatterNetwork>>
