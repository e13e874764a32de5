import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
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

  function startIn(namespace: string, program: string, args: string[] = []): ChildProcess {
    const child = spawn(
      'ip',
      ['netns', 'exec', namespace, process.execPath, '--import', 'tsx', join(SOURCES, program), ...args],
      { cwd: REPOSITORY_ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
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
      for (const one of [home, devices]) ip('netns', 'delete', one)
    },
  }
}

export type MatterNetwork = Awaited<ReturnType<typeof createMatterNetwork>>
