import { api } from '#core/browser.ts'
import { createActivityApi } from './activity.api.ts'

export const activityApi = createActivityApi(api)
