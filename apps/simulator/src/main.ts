import { readArguments, USAGE } from './arguments.ts'
import { startDeviceInSetup } from './setup/setup-mode.ts'
import { startSimulator } from './simulator.ts'

/** However a farewell goes, the process is gone by then. */
const STOP_WITHIN_MS = 1_400

const log = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function main(): Promise<void> {
  // The reader of the log may be gone before the last line is written.
  process.stdout.on('error', () => {})
  const args = readArguments(process.argv.slice(2))
  const booting = args.kind === 'setup' ? startDeviceInSetup(args, log) : startSimulator(args, log)
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref()
    booting
      .then((simulator) => simulator.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log(`stopped badly: ${sentenceOf(error)}`)
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The process that started it over an IPC channel is gone when the channel is, be it while this process still boots.
  process.on('disconnect', stop)
  if (process.channel !== undefined && !process.connected) stop()
  await booting
}

main().catch((error: unknown) => {
  process.stderr.write(`simulator: ${sentenceOf(error)}\n${USAGE}\n`)
  process.exit(1)
})
