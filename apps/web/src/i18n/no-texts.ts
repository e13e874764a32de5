/** The English texts that are used if no texts could be loaded. */
export const NO_TEXTS = {
  crash: {
    title: 'Something went wrong',
    text: 'The page could not be shown. Reloading it usually helps.',
    action: 'Reload',
  },
  errors: { network: 'The server cannot be reached. Check your connection and try again.' },
}
