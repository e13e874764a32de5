import type { CommandResult } from '@senca/contract'

/** The maximum number of commands in one request. */
const BATCH = 100

/**
 * Collects commands to different devices that are issued in the same task and sends them in one request. Each caller gets the
 * results of its own device, or the failure of the request.
 */
export function gatherCalls<Command extends { token: string }>(
  send: (commands: readonly Command[]) => Promise<CommandResult[]>,
): (command: Command) => Promise<CommandResult[]> {
  let open: { commands: Command[]; results: Promise<CommandResult[]> } | null = null

  const begin = () => {
    const commands: Command[] = []
    const request = {
      commands,
      results: Promise.resolve().then(() => {
        if (open === request) open = null
        return send(commands)
      }),
    }
    return request
  }

  return async (command) => {
    const { token } = command
    const hasRoom =
      open !== null && open.commands.length < BATCH && !open.commands.some((other) => other.token === token)
    const request = hasRoom && open !== null ? open : begin()
    open = request
    request.commands.push(command)
    const results = await request.results
    return results
      .filter(({ device_ids }) => device_ids.includes(token))
      .map((result) => ({ ...result, device_ids: [token] }))
  }
}
