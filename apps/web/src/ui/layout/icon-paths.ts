import type { LaterIconName } from './later-icon-paths.ts'

/**
 * The icons of the pages that are opened first and of the guest pages. Each is a path on a 24 × 24 grid, drawn with a 1.5 px
 * stroke and never filled. The icons of other pages are in `later-icons.ts`.
 */
const FIRST_ICON_PATHS = {
  up: 'M5 14.6 12 8.2l7 6.4',
  down: 'M5 9.4l7 6.4 7-6.4',
  extend: 'M4 4.8h16M7 8.5l10 10M17 11v7.5H9.5',
  retract: 'M4 4.8h16M17 18.5l-10-10M14.5 8.5H7V16',
  louvresOpen: 'M4 5h16M7 9.5v9M12 9.5v9M17 9.5v9',
  louvresClosed: 'M4 5h16M3.5 15.5l6-2M9 15.5l6-2M14.5 15.5l6-2',
  stop: 'M7.5 7.5h9v9h-9z',
  back: 'M20 12H4.6M10.8 5.2 4 12l6.8 6.8',
  next: 'M9.4 5.2 16 12l-6.6 6.8',
  close: 'M6.2 6.2l11.6 11.6M17.8 6.2 6.2 17.8',
  check: 'M4.6 12.7l4.9 4.8L19.4 7',
  plus: 'M12 5.2v13.6M5.2 12h13.6',
  menu: 'M4 8.6h16M4 15.4h16',
  sliders:
    'M4 7.5h8.7M18.3 7.5H20M4 16.5h1.7M11.3 16.5H20M15.5 4.7a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8.5 13.7a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  globe: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4.2 12h15.6M12 4c-5 4.6-5 11.4 0 16M12 4c5 4.6 5 11.4 0 16',
  support: 'M4.5 5h15v11H12l-4.5 3.8V16h-3zM8.5 9h7M8.5 12h4.5',
  shield: 'M12 3.8 5.2 6.3v5.4c0 4.2 2.8 7 6.8 8.6 4-1.6 6.8-4.4 6.8-8.6V6.3zM8.8 12l2.3 2.3 4.1-4.3',
  history: 'M5.2 8.2A8 8 0 1 1 4 12.6M4.4 4.6v4h4M12 7.8V12l2.9 1.9',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 7.4V12l3.3 2.2',
  alert: 'M12 4.2 3.6 19.3h16.8zM12 10v4.3M12 16.7v.1',
  mail: 'M4 5.7h16v12.6H4zM4.3 6.2 12 13l7.7-6.8',
  eye: 'M3 12c2.7-4 5.7-6 9-6s6.3 2 9 6c-2.7 4-5.7 6-9 6s-6.3-2-9-6zM12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2z',
  eyeShut: 'M3 10.5c2.7 3.7 5.7 5.5 9 5.5s6.3-1.8 9-5.5M12 16v3.2M6.7 14.3l-1.8 2.6M17.3 14.3l1.8 2.6',
  outward: 'M7.5 16.5 16.5 7.5M9 7.5h7.5V15',
  link: 'M10.2 13.8l3.6-3.6M8.7 11 6 13.7a3.05 3.05 0 0 0 4.3 4.3l2.7-2.7M15.3 13l2.7-2.7A3.05 3.05 0 0 0 13.7 6L11 8.7',
  share: 'M12 14.6V4M8 7.7 12 3.8l4 3.9M8.3 10.6H5.5v9h13v-9h-2.8',
  pause: 'M8.6 5.5v13M15.4 5.5v13',
  offline:
    'M4.6 4.2l14.8 15.6M4.2 9.8A12.5 12.5 0 0 1 8.8 7M12.6 6.1a12.3 12.3 0 0 1 7.2 3.7M7.2 13.2a8 8 0 0 1 3.7-2.2M15.6 12.3l1.2.9M10.1 16.3a3.4 3.4 0 0 1 3.8 0M12 19.3v.1',
  lock: 'M5.7 11h12.6v8.8H5.7zM8.6 11V7.6a3.4 3.4 0 0 1 6.8 0V11M12 14.3v2.2',
  unlock: 'M5.7 11h12.6v8.8H5.7zM8.6 11V7.6a3.4 3.4 0 0 1 6.6-1.1M12 14.3v2.2',
  keyhole: 'M12 5.5a3.6 3.6 0 0 1 1.9 6.7l1.4 6.3H8.7l1.4-6.3A3.6 3.6 0 0 1 12 5.5z',
  backspace: 'M9 5.5h11.5v13H9L3.5 12zM12.2 9.5l5 5M17.2 9.5l-5 5',
  opened: 'M4.5 4h15v16h-15zM4.5 7.4h15M9 15l3-3 3 3',
  star: 'M12 4l2.5 5.2 5.6.8-4.1 4 1 5.7-5-2.7-5 2.7 1-5.7-4.1-4 5.6-.8z',
  airing:
    'M4.5 4h15v8.4h-15zM4.5 6.8h15M4.5 9.6h15M5 16.2c2.3-1.5 4.7-1.5 7 0s4.7 1.5 7 0M5 19.7c2.3-1.5 4.7-1.5 7 0s4.7 1.5 7 0',
  again: 'M18.8 8.2A8 8 0 1 0 20 12.6M19.6 4.6v4h-4',
  tilt: 'M4.5 8.6l15-3.2M4.5 13.6l15-3.2M4.5 18.6l15-3.2',
  roller_shutter: 'M4.5 4h15v16h-15zM4.5 7h15M4.5 9.9h15M4.5 12.8h15',
  venetian_blind: 'M4 4.5h16M4.5 9.6l15-2.4M4.5 14l15-2.4M4.5 18.4l15-2.4M12 4.5v15',
  insect_screen: 'M4.5 4h15v16h-15zM4.5 8h15M4.5 12h15M4.5 16h15M8.25 4v16M12 4v16M15.75 4v16',
  textile_screen: 'M4.5 4h15v16h-15zM4.5 14.2h15M8.25 4v10.2M12 4v10.2M15.75 4v10.2',
  awning: 'M5.2 4.5h13.6l2.2 8.7H3zM3 13.2v2.6h18v-2.6M9.7 4.5l-1 8.7M14.3 4.5l1 8.7',
  falcon:
    'M4.5 4h15v16h-15zM4.5 9.3h15M4.5 14.6h15M8 6.7h1.2M14.8 6.7H16M8 12h1.2M14.8 12H16M8 17.3h1.2M14.8 17.3H16',
  pergola: 'M3 5.2h18M4.7 5.2V20M19.3 5.2V20M7.3 8.6h9.4M7.3 11.2h9.4M7.3 13.8h9.4',
  home_door: 'M6.2 20V4h11.6v16M3.6 20h16.8M14.8 11.4v2.4M9.2 7v9.4',
  doorOpen: 'M6.2 20V4h11.6v16M3.6 20h2.6M17.8 20h2.6M6.2 4l7.3 2.4v15.2L6.2 20M11 12.6v2.2',
  light: 'M12 3.2v4.6M6.5 13.7a5.5 5.5 0 0 1 11 0zM12 17v2.8M8 16.7l-1.5 2.4M16 16.7l1.5 2.4',
} as const

export type IconName = keyof typeof FIRST_ICON_PATHS | LaterIconName

export const ICON_PATHS: Partial<Record<IconName, string>> = FIRST_ICON_PATHS
