import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { freePort } from '../product/free-port.ts'
import { endOf, familyOf, kill } from '../product/processes.ts'
import type { Engine } from './engine.ts'

/** The height of the browser's own toolbar. The toolbar also keeps the window at least 447 pixels wide. */
const ADDRESS_BAR = 38
const SCREEN = '1400x1000x24'
/** The library folder contains the name of the machine architecture. */
const BROWSERS = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/webkit2gtk-4.1/MiniBrowser`,
)

/** Keeps console errors in the page, because WebDriver has no command to read them. */
const KEEP_ERRORS = `() => {
  if (globalThis.keptErrors) return
  const kept = (globalThis.keptErrors = [])
  const write = console.error
  console.error = (...words) => {
    kept.push(words.join(' '))
    write(...words)
  }
  addEventListener('error', ({ message }) => kept.push(message))
  addEventListener('unhandledrejection', ({ reason }) => kept.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => kept.push(violatedDirective))
}`

const failureSchema = z.object({ error: z.string(), message: z.string() })

/** Starts WebKitGTK's own small browser on a virtual screen and controls it with WebDriver. */
export async function startWebKit(program: string): Promise<Engine> {
  const binary = BROWSERS.find((path) => existsSync(path))
  const screen = await startScreen()
  const settings = writeSettings()
  const port = await freePort()
  const driver = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      LANG: 'C.UTF-8',
      XDG_CONFIG_HOME: settings,
      // Without a graphics card its layers would be composed by software, which takes more work than painting them at once.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
  })
  const stop = async () => {
    const ended = endOf(driver)
    for (const pid of familyOf(driver.pid ?? 0)) kill(pid)
    await ended
    await screen.stop()
    rmSync(settings, { recursive: true, force: true })
  }
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = z.object({ value: z.unknown() }).parse(await answer.json())
    if (answer.ok) return value
    const { error, message } = failureSchema.parse(value)
    throw new Error(`${error}: ${message}`)
  }
  await listens(() => ask('GET', '/status'))
  const browserOptions = { binary, args: ['--automation'] }
  const { sessionId } = z.object({ sessionId: z.string() }).parse(
    await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
    }),
  )
  const session = `/session/${sessionId}`
  const call: Engine['call'] = async (source, ...args) => {
    const script = `return JSON.stringify((${source})(...JSON.parse(arguments[0])))`
    const json = await ask('POST', `${session}/execute/sync`, { script, args: [JSON.stringify(args)] })
    return typeof json === 'string' ? JSON.parse(json) : undefined
  }

  return {
    async visit(url) {
      await ask('POST', `${session}/url`, { url })
      await call(KEEP_ERRORS)
    },
    call,
    async perform(actions) {
      await ask('POST', `${session}/actions`, { actions })
    },
    async resize(width, height) {
      await ask('POST', `${session}/window/rect`, { width, height: height + ADDRESS_BAR })
    },
    async screenshot() {
      return Buffer.from(z.string().parse(await ask('GET', `${session}/screenshot`)), 'base64')
    },
    errors: async () => z.array(z.string()).parse(await call('() => globalThis.keptErrors')),
    close: stop,
  }
}

/** A configuration folder that asks for reduced motion, as the other browser tests do. */
function writeSettings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'senca-webkit-'))
  mkdirSync(join(folder, 'gtk-3.0'))
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=false\n')
  return folder
}

async function listens(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      await ask()
      return
    } catch {
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  throw new Error('WebKitWebDriver does not answer')
}

/** A virtual screen in memory, with the first free display number. */
async function startScreen(): Promise<{ display: string; stop(): Promise<void> }> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await new Promise<string>((done, fail) => {
    screen.stdout.once('data', (bytes: Buffer) => done(`:${String(bytes).trim()}`))
    screen.once('error', fail)
    screen.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)))
  })
  return {
    display,
    async stop() {
      const ended = endOf(screen)
      screen.kill()
      await ended
    },
  }
}
