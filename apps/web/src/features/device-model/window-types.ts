import type { DeviceType } from '@senca/contract'

/**
 * The device types that cover windows. Buttons for the whole home and templates by time move only these, not awnings, insect
 * screens and pergolas.
 */
const WINDOW_TYPES: readonly DeviceType[] = ['roller_shutter', 'venetian_blind', 'textile_screen', 'falcon']

export const coversWindow = (type: DeviceType): boolean => WINDOW_TYPES.includes(type)
