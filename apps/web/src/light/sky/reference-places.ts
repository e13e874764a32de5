/** A place on earth in degrees, north and east positive. */
export type Place = { readonly latitude: number; readonly longitude: number }

const at = (latitude: number, longitude: number): Place => ({ latitude, longitude })

/**
 * The reference city of each European time zone, and of the larger ones elsewhere. By the meridian of the time zone alone, sunset on
 * the home screen would be wrong by 39 minutes in the median European zone, and by almost four hours in Reykjavik.
 */
const PLACE_BY_ZONE: Readonly<Record<string, Place>> = {
  'Europe/Amsterdam': at(52.37, 4.9),
  'Europe/Andorra': at(42.51, 1.52),
  'Europe/Athens': at(37.98, 23.73),
  'Europe/Belgrade': at(44.79, 20.45),
  'Europe/Berlin': at(52.52, 13.4),
  'Europe/Bratislava': at(48.15, 17.11),
  'Europe/Brussels': at(50.85, 4.35),
  'Europe/Bucharest': at(44.43, 26.1),
  'Europe/Budapest': at(47.5, 19.04),
  'Europe/Busingen': at(47.7, 8.69),
  'Europe/Chisinau': at(47.01, 28.86),
  'Europe/Copenhagen': at(55.68, 12.57),
  'Europe/Dublin': at(53.35, -6.26),
  'Europe/Gibraltar': at(36.14, -5.35),
  'Europe/Guernsey': at(49.45, -2.54),
  'Europe/Helsinki': at(60.17, 24.94),
  'Europe/Isle_of_Man': at(54.15, -4.48),
  'Europe/Istanbul': at(41.01, 28.98),
  'Europe/Jersey': at(49.19, -2.11),
  'Europe/Kaliningrad': at(54.71, 20.51),
  'Europe/Kyiv': at(50.45, 30.52),
  'Europe/Kiev': at(50.45, 30.52),
  'Europe/Lisbon': at(38.72, -9.14),
  'Europe/Ljubljana': at(46.06, 14.51),
  'Europe/London': at(51.51, -0.13),
  'Europe/Luxembourg': at(49.61, 6.13),
  'Europe/Madrid': at(40.42, -3.7),
  'Europe/Malta': at(35.9, 14.51),
  'Europe/Minsk': at(53.9, 27.57),
  'Europe/Monaco': at(43.73, 7.42),
  'Europe/Moscow': at(55.76, 37.62),
  'Europe/Oslo': at(59.91, 10.75),
  'Europe/Paris': at(48.86, 2.35),
  'Europe/Podgorica': at(42.43, 19.26),
  'Europe/Prague': at(50.08, 14.44),
  'Europe/Riga': at(56.95, 24.11),
  'Europe/Rome': at(41.9, 12.5),
  'Europe/San_Marino': at(43.94, 12.46),
  'Europe/Sarajevo': at(43.86, 18.41),
  'Europe/Skopje': at(42.0, 21.43),
  'Europe/Sofia': at(42.7, 23.32),
  'Europe/Stockholm': at(59.33, 18.07),
  'Europe/Tallinn': at(59.44, 24.75),
  'Europe/Tirane': at(41.33, 19.82),
  'Europe/Vaduz': at(47.14, 9.52),
  'Europe/Vatican': at(41.9, 12.45),
  'Europe/Vienna': at(48.21, 16.37),
  'Europe/Vilnius': at(54.69, 25.28),
  'Europe/Warsaw': at(52.23, 21.01),
  'Europe/Zagreb': at(45.81, 15.98),
  'Europe/Zurich': at(47.38, 8.54),
  'Atlantic/Azores': at(37.74, -25.67),
  'Atlantic/Canary': at(28.12, -15.43),
  'Atlantic/Madeira': at(32.65, -16.91),
  'Atlantic/Reykjavik': at(64.15, -21.94),
  'Asia/Nicosia': at(35.17, 33.36),
  'Asia/Dubai': at(25.2, 55.27),
  'Asia/Kolkata': at(28.61, 77.21),
  'Asia/Shanghai': at(31.23, 121.47),
  'Asia/Tokyo': at(35.68, 139.69),
  'Africa/Cairo': at(30.04, 31.24),
  'Africa/Johannesburg': at(-26.2, 28.05),
  'America/New_York': at(40.71, -74.01),
  'America/Chicago': at(41.88, -87.63),
  'America/Denver': at(39.74, -104.99),
  'America/Los_Angeles': at(34.05, -118.24),
  'America/Sao_Paulo': at(-23.55, -46.63),
  'Australia/Sydney': at(-33.87, 151.21),
  'Pacific/Auckland': at(-36.85, 174.76),
}

/** The latitude for an unknown time zone: Ljubljana's, where the makers live. */
const UNKNOWN_LATITUDE = 46

/**
 * The place whose sun a home follows until it has a location: the reference city of its time zone, otherwise the meridian of
 * `utcOffset` (hours east of UTC).
 */
export function referencePlace(timeZone: string, utcOffset: number): Place {
  return PLACE_BY_ZONE[timeZone] ?? at(UNKNOWN_LATITUDE, utcOffset * 15)
}

/** The place whose sun is shown: the home, otherwise the reference place of the page's time zone. */
export function skyPlace(now: Date, home: Place | null): Place {
  if (home !== null) return home
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return referencePlace(timeZone, -now.getTimezoneOffset() / 60)
}
