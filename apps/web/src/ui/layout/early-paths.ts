/** The bell stands in the header of the app, and not on the pages of guests. */
export const BELL_PATH = 'M6.2 16.6V10.8a5.8 5.8 0 0 1 11.6 0v5.8l1.7 1.6h-15zM10.2 20.4h3.6'
/** The home draws it before the other icons are loaded. */
export const SEARCH_PATH = 'M10.8 17.1a6.3 6.3 0 100-12.6 6.3 6.3 0 000 12.6M15.4 15.4l4.6 4.6'
/** A battery that is nearly empty. It is drawn where the icons of other pages may not be loaded. */
export const BATTERY_PATH = 'M3.6 7.8h14.8v8.4H3.6zM20.8 10.6v2.8M6.6 10.6v2.8'
