import { readArguments, USAGE } from './arguments.ts'
import { startDeviceInSetup } from './setup/setup-mode.ts'
import { startSimulator } from './simulator.ts'

/** The process ends after this time, even if the devices have not disconnected cleanly. */
const STOP_WITHIN_MS = 1_400

const log = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function main(): Promise<void> {
  // The reader of the log may exit before the last line is written.
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
  // If the IPC channel closes, the parent process has ended. This may also happen while this process still starts.
  process.on('disconnect', stop)
  if (process.channel !== undefined && !process.connected) stop()
  await booting
}

main().catch((error: unknown) => {
  process.stderr.write(`simulator: ${sentenceOf(error)}\n${USAGE}\n`)
  process.exit(1)
})
