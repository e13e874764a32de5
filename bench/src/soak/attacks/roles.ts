import { runTest } from '../../run-test.ts'
import { type Finding, faultIf, finding } from '../finding.ts'

const TEST = 'apps/server/src/features/roles/role-model.test.ts'
const PROGRESS = /\d+ steps as the model says/

interface RolesOptions {
  steps: number
  seed: number
  progress(line: string): void
}

/**
 * Random role and account operations on two instances: giving, changing, revoking, leaving, freezing, transferring, deleting and
 * advancing the time. They run in the test kit of the server; docs/contributing/testing.md describes what is compared with the model after
 * each step.
 */
export async function tryRoles({ steps, seed, progress }: RolesOptions): Promise<Finding[]> {
  const environment = { ROLE_MODEL_STEPS: String(steps), ROLE_MODEL_SEED: String(seed) }
  let reached = '0 steps as the model says'
  const code = await runTest('server', TEST, environment, (line) => {
    const [notified] = PROGRESS.exec(line) ?? []
    if (notified !== undefined) {
      reached = notified
      progress(notified)
    } else if (line.includes('Error')) progress(line)
  })
  return [finding('roles', reached, faultIf(code !== 0, `the run ended with ${code} after ${reached}`))]
}
