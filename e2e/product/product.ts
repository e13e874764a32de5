import { createHardware, type Hardware } from './hardware.ts'
import { familyOf, kill } from './processes.ts'
import { OPERATOR_TOKEN, type Server, startServer } from './server.ts'

export { OPERATOR_TOKEN }

export interface Account {
  readonly email: string
  readonly password: string
}

export const DEMO: Account = { email: 'demo@senca.local', password: 'demo-home-2026' }

/** A server with the hardware and the account of one home. */
export interface Product extends Server, Hardware {
  readonly account: Account
  /** Sends kill -9 to server, PostgreSQL and simulator at once. */
  killAll(): Promise<void>
}

/** A home on a running server. `stop` only ends what belongs to the home. */
export function productOf(
  server: Server,
  hardware: Hardware,
  account: Account,
  stop: () => Promise<void>,
): Product {
  return {
    ...server,
    ...hardware,
    account,
    async killAll() {
      const family = [server.serverPid(), hardware.simulatorPid()].flatMap((pid) =>
        pid === undefined ? [] : familyOf(pid),
      )
      for (const pid of family) kill(pid)
      await Promise.all([server.serverEnd(), hardware.stopSimulator()])
    },
    stop,
  }
}

/**
 * Starts a separate built server for a test that needs one, with the demo home unless `env` turns it off. `env` is added to its
 * environment, `simulatorArguments` to the command line of the simulator.
 */
export async function startProduct(
  env: Record<string, string> = {},
  simulatorArguments: readonly string[] = [],
): Promise<Product> {
  const server = await startServer(env)
  const hardware = createHardware(server.demoHomeFile, simulatorArguments)
  return productOf(server, hardware, DEMO, async () => {
    await hardware.endSimulator()
    await server.stop()
  })
}
