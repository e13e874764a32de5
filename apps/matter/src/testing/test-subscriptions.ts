import { type ClientNode, EndpointNumber, Seconds, toJson } from '@matter/main'
import { WindowCovering } from '@matter/main/clusters/window-covering'
import { Subscribe } from '@matter/main/protocol'
import { Status, StatusResponseError } from '@matter/main/types'

interface SeenReport {
  /** In ms of the monotonic clock that processes of a machine share. */
  at: number
  attributes: { id: number; value: unknown }[]
}

/** The subscriptions that a controller for tests has beside that of matter.js. */
export function createTestSubscriptions(peer: () => ClientNode) {
  let seen: SeenReport[] = []

  /** Subscribes to everything once more; resolves to the name of the status. What is lost on its way is sent again. */
  async function begin(): Promise<string> {
    for (;;) {
      try {
        await peer().interaction.subscribe(Subscribe({ keepSubscriptions: true, attributes: [{}] }))
        return 'Success'
      } catch (error) {
        const refused = error instanceof Error ? StatusResponseError.of(error) : undefined
        if (refused !== undefined) return Status[refused.code] ?? String(refused.code)
      }
    }
  }

  return {
    async begin(times: number): Promise<string[]> {
      const statuses: string[] = []
      while (statuses.length < times) statuses.push(await begin())
      return statuses
    },

    /** Keeps the reports of a covering as they come, each with its attributes in their order. */
    async watch(endpoint: number): Promise<object> {
      const request = Subscribe({
        keepSubscriptions: true,
        minIntervalFloor: Seconds(0),
        attributes: [{ endpointId: EndpointNumber(endpoint), clusterId: WindowCovering.Complete.id }],
      })
      request.updated = async (chunks) => {
        const attributes: SeenReport['attributes'] = []
        for await (const chunk of chunks)
          for await (const one of chunk)
            if (one.kind === 'attr-value') attributes.push({ id: one.path.attributeId, value: one.value })
        const at = Number(process.hrtime.bigint()) / 1e6
        seen.push({ at, attributes: JSON.parse(toJson(attributes)) })
      }
      await peer().interaction.subscribe(request)
      return {}
    },

    /** The reports since this was asked last. */
    reports(): SeenReport[] {
      const all = seen
      seen = []
      return all
    },
  }
}
