import { ICON_PATHS } from './icon-paths.ts'
import { LATER_ICON_PATHS } from './later-icon-paths.ts'

/** Loading this module is what adds them. */
Object.assign(ICON_PATHS, LATER_ICON_PATHS)
