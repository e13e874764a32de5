import { type DeviceType, type Language, LIMITS, nameKeyOf } from '@senca/contract'

/** The default names of devices: the words of the app, short enough to append a number. */
export const DEFAULT_NAMES: Record<Language, Record<DeviceType, string>> = {
  en: {
    roller_shutter: 'Roller shutter',
    venetian_blind: 'Venetian blind',
    insect_screen: 'Insect screen',
    textile_screen: 'Textile screen',
    awning: 'Awning',
    falcon: 'Falcon',
    pergola: 'Pergola',
    home_door: 'Home door',
    light: 'Light',
  },
  sl: {
    roller_shutter: 'Roleta',
    venetian_blind: 'Žaluzija',
    insect_screen: 'Komarnik',
    textile_screen: 'Tekstilno senčilo',
    awning: 'Tenda',
    falcon: 'Senčilo Falcon',
    pergola: 'Pergola',
    home_door: 'Vhodna vrata',
    light: 'Luč',
  },
  hr: {
    roller_shutter: 'Roleta',
    venetian_blind: 'Žaluzina',
    insect_screen: 'Komarnik',
    textile_screen: 'Tekstilni zaslon',
    awning: 'Tenda',
    falcon: 'Zaslon Falcon',
    pergola: 'Pergola',
    home_door: 'Ulazna vrata',
    light: 'Svjetlo',
  },
  bs: {
    roller_shutter: 'Roletna',
    venetian_blind: 'Žaluzina',
    insect_screen: 'Komarnik',
    textile_screen: 'Tekstilni zaslon',
    awning: 'Tenda',
    falcon: 'Zaslon Falcon',
    pergola: 'Pergola',
    home_door: 'Ulazna vrata',
    light: 'Svjetlo',
  },
  rs_latn: {
    roller_shutter: 'Roletna',
    venetian_blind: 'Žaluzina',
    insect_screen: 'Komarnik',
    textile_screen: 'Tekstilni zastor',
    awning: 'Tenda',
    falcon: 'Zastor Falcon',
    pergola: 'Pergola',
    home_door: 'Ulazna vrata',
    light: 'Svetlo',
  },
  rs_cyrl: {
    roller_shutter: 'Ролетна',
    venetian_blind: 'Жалузина',
    insect_screen: 'Комарник',
    textile_screen: 'Текстилни застор',
    awning: 'Тенда',
    falcon: 'Застор Falcon',
    pergola: 'Пергола',
    home_door: 'Улазна врата',
    light: 'Светло',
  },
  de: {
    roller_shutter: 'Rollladen',
    venetian_blind: 'Raffstore',
    insect_screen: 'Insektenschutz',
    textile_screen: 'Textilscreen',
    awning: 'Markise',
    falcon: 'Falcon-Screen',
    pergola: 'Pergola',
    home_door: 'Haustür',
    light: 'Licht',
  },
  it: {
    roller_shutter: 'Tapparella',
    venetian_blind: 'Frangisole',
    insect_screen: 'Zanzariera',
    textile_screen: 'Schermo in tessuto',
    awning: 'Tenda da sole',
    falcon: 'Schermo Falcon',
    pergola: 'Pergola',
    home_door: 'Porta d’ingresso',
    light: 'Luce',
  },
}

/** The name of a new device, with a number if it is in use. `usedKeys` are the names in use in the form used for comparison. */
export function defaultName(type: DeviceType, language: Language, usedKeys: ReadonlySet<string>): string {
  const plain = DEFAULT_NAMES[language][type]
  let name = plain
  for (let number = 2; usedKeys.has(nameKeyOf(name)); number += 1) {
    const ending = ` ${number}`
    name = plain.slice(0, LIMITS.DEVICE_NAME_MAX_LENGTH - ending.length).trimEnd() + ending
  }
  return name
}
