import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { endOf, familyOf, kill } from '../product/processes.ts'
import type { Engine } from './engine.ts'

const PREFERENCES = {
  'intl.accept_languages': 'en-GB, en',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  // No page of its own at the start, and no process for a tab that never comes.
  'browser.startup.page': 0,
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'dom.ipc.processPrelaunch.enabled': false,
  // As in the other browser tests.
  'ui.prefersReducedMotion': 1,
}

const answerSchema = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.nullable(z.number()), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])
const logEntrySchema = z.object({ level: z.string(), text: z.nullable(z.string()) })
const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) })
const calledSchema = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.string()) }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])

/**
 * Starts Firefox headless and controls it with WebDriver BiDi, which needs no separate driver program. `more` are preferences beside
 * those of all tests.
 */
export async function startFirefox(
  program: string,
  more: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'senca-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...more }).map(
    (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const address = await new Promise<string>((done, fail) => {
    let printed = ''
    browser.stderr.on('data', (bytes: Buffer) => {
      printed += bytes
      const [, url] = /WebDriver BiDi listening on (\S+)/.exec(printed) ?? []
      if (url !== undefined) done(url)
    })
    browser.once('error', fail)
    browser.once('exit', (code) => fail(new Error(`Firefox ended with ${code}:\n${printed}`)))
  })
  const errors: string[] = []
  const { send, hangUp } = await connect(`${address}/session`, errors)
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const [tab] = treeSchema.parse(await send('browsingContext.getTree', {})).contexts
  if (tab === undefined) throw new Error('Firefox has no tab')
  const { context } = tab

  return {
    async visit(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async call(source, ...args) {
      const called = calledSchema.parse(
        await send('script.callFunction', {
          target: { context },
          functionDeclaration: `(args) => JSON.stringify((${source})(...JSON.parse(args)))`,
          arguments: [{ type: 'string', value: JSON.stringify(args) }],
          awaitPromise: false,
          userActivation: false,
        }),
      )
      if (called.type === 'exception') throw new Error(called.exceptionDetails.text)
      return called.result.value === undefined ? undefined : JSON.parse(called.result.value)
    },
    async perform(actions) {
      await send('input.performActions', { context, actions })
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async screenshot() {
      const { data } = z
        .object({ data: z.string() })
        .parse(await send('browsingContext.captureScreenshot', { context }))
      return Buffer.from(data, 'base64')
    },
    errors: async () => errors,
    async close() {
      hangUp()
      const ended = endOf(browser)
      for (const pid of familyOf(browser.pid ?? 0)) kill(pid)
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function connect(url: string, errors: string[]) {
  const socket = new WebSocket(url)
  await new Promise<void>((done, fail) => {
    socket.once('open', done)
    socket.once('error', fail)
  })
  let last = 0
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>()
  socket.on('message', (bytes) => {
    const answer = answerSchema.parse(JSON.parse(String(bytes)))
    if (answer.type === 'event') {
      const entry = logEntrySchema.safeParse(answer.params)
      if (entry.success && entry.data.level === 'error') errors.push(entry.data.text ?? '')
      return
    }
    const asked = waiting.get(answer.id ?? 0)
    if (answer.type === 'success') asked?.done(answer.result)
    else asked?.fail(new Error(`${answer.error}: ${answer.message}`))
  })
  return {
    send: (method: string, params: object) =>
      new Promise<unknown>((done, fail) => {
        last += 1
        waiting.set(last, { done, fail })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    hangUp: () => socket.close(),
  }
}
