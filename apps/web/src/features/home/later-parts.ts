import { loadTexts } from '#i18n/language.ts'
import { createPart } from '#ui/feedback/part.ts'

/** The search of a long home. The names of the device types are in the texts of the settings. */
export const searchPart = createPart(async () => {
  const [{ findDevices }, { HomeSearch }] = await Promise.all([
    import('./search/find-devices.ts'),
    import('./search/home-search.tsx'),
    loadTexts('settings'),
  ])
  return { findDevices, HomeSearch }
})

/** The code of a home that is shown in tiles. */
export const tilesPart = createPart(async () => {
  const [{ LiveDeviceTile }, { TileTapSetting }] = await Promise.all([
    import('./tiles/live-device-tile.tsx'),
    import('./tiles/tile-tap-choice.tsx'),
  ])
  return { LiveDeviceTile, TileTapSetting }
})
