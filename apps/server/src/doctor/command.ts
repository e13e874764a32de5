import { parseConfig, readEnvironment } from '#platform/process/config.ts'
import { REPOSITORY_ROOT } from '#platform/process/server-root.ts'
import { StartError } from '#platform/process/start-error.ts'
import { describe, examine } from './doctor.ts'
import { type Finding, fault } from './finding.ts'

/** An invalid configuration is a finding too; then nothing else can be checked. */
async function findings(): Promise<Finding[]> {
  try {
    const environment = readEnvironment(process.env, [process.cwd(), REPOSITORY_ROOT])
    return await examine(parseConfig(environment, process.cwd()))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [fault('Configuration', error.message, 'Change .env or the environment, see .env.example')]
  }
}

const found = await findings()
process.stdout.write(`${describe(found)}\n`)
process.exit(found.some(({ verdict }) => verdict === 'fault') ? 1 : 0)
