import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type BridgeLink, type OpenBridge, openBridge } from './bridge/bridge.ts'
import { type Certificates, readCertificates } from './certificates.ts'
import { hasNetwork } from './commissioning.ts'
import { type HomeFile, homeFileSchema, refusalOfServer, TOKEN } from './home-file.ts'
import { processIdIn } from './home-process.ts'
import { useKeptStorage } from './kept-storage.ts'

/**
 * The program that runs Matter bridges in a home whose server is elsewhere. It reaches the server by HTTP and websocket; nothing in the
 * home is opened for it. Settings: `BRIDGE_SERVER`, `BRIDGE_TOKEN` (several with spaces between), `DATA_DIR`, `MATTER_CERTIFICATES`.
 */

const STOP_MS = 5_000
const USAGE = `Usage: npm run bridge -- --server https://senca.example.com

  --server  the address of Senca; needed the first time
  --add     asks for the token of one more bridge`

const print = (line: string) => void process.stdout.write(`${line}\n`)

function giveUp(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const environment = (name: string): string | undefined => process.env[name] || undefined

function readArguments() {
  try {
    const { values } = parseArgs({ options: { server: { type: 'string' }, add: { type: 'boolean' } } })
    return { server: values.server ?? environment('BRIDGE_SERVER'), isAdding: values.add === true }
  } catch {
    return giveUp(USAGE)
  }
}

const file = join(environment('DATA_DIR') ?? 'data', 'bridge.json')

function readFile(): HomeFile | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  try {
    return homeFileSchema.parse(JSON.parse(text))
  } catch {
    return giveUp(`${file} cannot be read: remove it, and enter the token again.`)
  }
}

/** Replaces the file at once, readable by this user alone. */
function writeFile(content: HomeFile): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.new`
  writeFileSync(written, JSON.stringify(content), { mode: 0o600 })
  renameSync(written, file)
}

/** A token that is typed is not shown; it may also come from a pipe. */
async function askForToken(): Promise<string> {
  const isTyped = process.stdin.isTTY === true
  const silent = new Writable({ write: (_text, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTyped })
  lines.on('SIGINT', () => process.exit(1))
  if (isTyped)
    process.stdout.write('The token of the bridge, from its page in Senca (it is not shown here): ')
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve)
    lines.once('close', () => resolve(''))
  })
  lines.close()
  if (isTyped) print('')
  const token = line.trim()
  if (token === '') giveUp('A token is needed. The page of the bridge in Senca has it.')
  if (!TOKEN.test(token)) giveUp('This is not a token: it begins with senca_ and has 55 characters.')
  return token
}

const { server: asked, isAdding } = readArguments()
const given = environment('BRIDGE_TOKEN')
  ?.split(/\s+/)
  .filter((token) => token !== '')
const kept = given === undefined ? readFile() : null
const server = (asked ?? kept?.server)?.replace(/\/+$/, '') ?? giveUp(USAGE)
const fault = refusalOfServer(server)
if (fault !== null) giveUp(fault)
for (const token of given ?? [])
  if (!TOKEN.test(token)) giveUp('BRIDGE_TOKEN is not a token: it begins with senca_ and has 55 characters.')
const known = kept?.server === server ? kept.tokens : []
const tokens = [...(given ?? known)]
if (tokens.length === 0 || (isAdding && given === undefined)) tokens.push(await askForToken())
/** The tokens that the server has taken. */
let taken: readonly string[] = known

/** Keeps what is typed once; what comes by the environment is kept there. */
function keep(next: readonly string[]): void {
  if (given !== undefined || JSON.stringify(next) === JSON.stringify(taken)) return
  taken = next
  writeFile({ server, tokens: [...next] })
}

function certificatesOf(folder: string): Certificates {
  try {
    return readCertificates(folder)
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : 'MATTER_CERTIFICATES cannot be used')
  }
}
const folder = environment('MATTER_CERTIFICATES')
const certificates = folder === undefined ? undefined : certificatesOf(folder)

useKeptStorage()
if (!hasNetwork())
  print(
    'This machine is in no network with IPv6: no app will find the bridge. A container needs host networking.',
  )

let lastLine = ''
/** What is only repeated is not printed again. */
const printNew = (line: string) => {
  if (line !== lastLine) print(line)
  lastLine = line
}
const failed = (error: unknown) =>
  printNew(`An error: ${error instanceof Error ? error.message : String(error)}`.slice(0, 300))

const LINES: Record<BridgeLink, (name: string) => string> = {
  connected: (name) => `The bridge “${name}” runs here, for ${server}.`,
  away: () => `${server} is not reached. Trying again.`,
  taken: () => 'Another program runs this bridge. It ends there first, or is silent for 30 seconds.',
}
const ENDED = {
  refused: 'The server refuses the token: it was replaced, or the bridge was deleted or has expired.',
  other_kind: 'The server takes the token, but not of a Matter bridge.',
}

const processId = await processIdIn(dirname(file))
const running = new Map<string, OpenBridge>()
for (const token of new Set(tokens)) {
  const bridge = openBridge({
    id: randomUUID(),
    process: processId,
    url: server,
    token,
    certificates,
    failed,
    linked(link, name) {
      printNew(LINES[link](name))
      if (link !== 'away') keep([...new Set([...taken, token])])
    },
    ended(why) {
      print(ENDED[why])
      keep(taken.filter((one) => one !== token))
      running.delete(token)
      if (running.size === 0) process.exit(1)
    },
  })
  running.set(token, bridge)
}

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const closings = [...running.values()].map((bridge) => bridge.close({ leaves: true }))
  await Promise.race([Promise.allSettled(closings), new Promise((resolve) => setTimeout(resolve, STOP_MS))])
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())
process.on('unhandledRejection', failed)
