import type { ActivityFeed } from '#features/activity/index.ts'
import type { ApprovalService } from '#features/approvals/index.ts'
import type { BridgeAccess } from '#features/bridges/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { Links } from '#features/links/index.ts'
import type { RoomService } from '#features/rooms/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { createSealing } from '#platform/sealing.ts'
import { createActingTools } from './acting-tools.ts'
import { isOAuthAt, mcpRoutes } from './mcp.routes.ts'
import { createMcpService } from './mcp.service.ts'
import { createReadingTools } from './reading-tools.ts'

export { isOAuthAt, MCP_PATH } from './mcp.routes.ts'
export { plainText } from './plain-text.ts'

interface AgentsOptions {
  access: BridgeAccess
  approvals: ApprovalService
  commands: { service: CommandService }
  devices: Pick<Devices, 'service'>
  feed: ActivityFeed
  limits: LimitService
  links: Pick<Links, 'access'>
  rooms: RoomService
  scenarios: ScenarioService
}

/** Registers MCP, by which agents act for the makers of their connected apps. */
export function registerAgents({ clock, config, http, logger }: AppContext, options: AgentsOptions): void {
  const { access, approvals, commands, devices, feed, limits, links, rooms, scenarios } = options
  const tools = [
    ...createReadingTools({
      devices: devices.service,
      rooms,
      scenarios,
      feed,
      access: links.access,
      sealing: createSealing(config.sessionSecret, 'cursors of agents'),
      clock,
    }),
    ...createActingTools({ commands: commands.service, approvals, scenarios }),
  ]
  const mcp = createMcpService({
    tools,
    access,
    limits,
    async load() {
      const { createMcp } = await import('./mcp-handler.ts')
      return createMcp({
        tools,
        version: '1',
        failed: (error) => logger.error({ err: error }, 'A tool of an agent failed'),
      })
    },
    publicUrl: config.publicUrl,
  })
  http.register(mcpRoutes, {
    mcp: config.isMcp ? mcp : null,
    publicUrl: config.publicUrl,
    isOAuth: isOAuthAt(config.publicUrl),
  })
}
