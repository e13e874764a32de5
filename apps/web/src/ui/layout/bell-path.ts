/** The bell stands in the header of the app, and not on the pages of guests. */
export const BELL_PATH = 'M6.2 16.6V10.8a5.8 5.8 0 0 1 11.6 0v5.8l1.7 1.6h-15zM10.2 20.4h3.6'
