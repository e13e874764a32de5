import { type CommandResult, commandResultsSchema } from '@senca/contract'
import {
  type Scenario,
  type ScenarioCreateRequest,
  type ScenarioHistory,
  type ScenarioOutlook,
  type ScenarioSkipRequest,
  type ScenarioUpdateRequest,
  scenarioHistorySchema,
  scenarioOutlookSchema,
  scenarioSchema,
  type WeatherReplay,
  type WeatherReplayRequest,
  weatherReplaySchema,
} from '@senca/contract/automation'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'
import { countedList } from '#core/unreadable-entries.ts'

const SCENARIO = '/api/v1/scenario'

const { get, post } = callsBy(api, 'apiToken')

/** The calls by which an account makes and runs scenarios. */
export const scenariosApi = {
  list: (signal: AbortSignal): Promise<Scenario[]> =>
    get(`${SCENARIO}/list`, countedList('scenarios', scenarioSchema), { signal }),
  create: (scenario: ScenarioCreateRequest): Promise<Scenario> =>
    post(`${SCENARIO}/create`, scenarioSchema, { json: scenario }),
  /** Fields that are left out stay unchanged. */
  update: (changes: ScenarioUpdateRequest): Promise<Scenario> =>
    post(`${SCENARIO}/update`, scenarioSchema, { json: changes }),
  remove: (id: string) => post(`${SCENARIO}/delete`, doneSchema, { json: { id } }),
  run: (id: string): Promise<CommandResult[]> =>
    post(`${SCENARIO}/run`, commandResultsSchema, { json: { id } }),
  history: (id: string, signal: AbortSignal): Promise<ScenarioHistory> =>
    get(`${SCENARIO}/history?id=${encodeURIComponent(id)}&limit=20`, scenarioHistorySchema, { signal }),
  /** The runs that are scheduled by time in the next hours. */
  outlook: (hours: number, signal: AbortSignal): Promise<ScenarioOutlook> =>
    get(`${SCENARIO}/outlook?hours=${hours}`, scenarioOutlookSchema, { signal }),
  /** How often weather triggers would have fired in the last days. */
  replay: (json: WeatherReplayRequest): Promise<WeatherReplay> =>
    post('/api/v1/weather/replay', weatherReplaySchema, { json }),
  skip: (firing: ScenarioSkipRequest) => post(`${SCENARIO}/skip`, doneSchema, { json: firing }),
}
