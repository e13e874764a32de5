import { api } from '#core/browser.ts'
import { createActivityApi } from './activity.api.ts'

/** The activity of this page's home. */
export const activityApi = createActivityApi(api)
