import { ICON_PATHS } from './icon-paths.ts'
import { LATER_ICON_PATHS } from './later-icon-paths.ts'

/** Importing this module adds the icons. */
Object.assign(ICON_PATHS, LATER_ICON_PATHS)
