import { createDiscoveryModel } from '#drivers/discovery/discovery-model.ts'
import type { Entity, EntityAction } from '#drivers/entities/entity.ts'
import { startModel } from './run-entity-case.ts'

type Message = readonly [topic: string, payload: string | object]

/** Home Assistant's discovery of one entity, and messages after it. */
export function announce(component: string, options: object, ...messages: readonly Message[]) {
  const run = startModel(createDiscoveryModel)
  const topic = `homeassistant/${component}/one/config`
  run.send(topic, options)
  for (const [to, payload] of messages) run.send(to, payload)
  const entity = (): Entity => {
    const [found] = run.model.list()
    if (found === undefined) throw new Error(`not listed: ${JSON.stringify(run.notices)}`)
    return found
  }
  return {
    ...run,
    topic,
    entity,
    state: () => entity().state,
    codes: () => run.notices.map(({ code }) => code),
    /** What a command publishes, in the form `topic payload`, or its error. */
    command(action: EntityAction, value?: unknown): string[] {
      const sent = run.model.commandsFor(entity().id, action, value)
      if ('error' in sent) return [sent.error]
      run.model.sent(entity().id, action, value)
      return sent.messages.map((message) => `${message.topic} ${message.payload}`)
    },
  }
}
