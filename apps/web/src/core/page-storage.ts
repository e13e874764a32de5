/** A storage that is only touched when it is used: a browser that refuses storage throws even when its name is read. */
const touchedWhenUsed = (of: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> => ({
  getItem: (key) => of().getItem(key),
  setItem: (key, value) => of().setItem(key, value),
  removeItem: (key) => of().removeItem(key),
})

/** What this browser keeps. Every access may throw. */
export const browserStorage = touchedWhenUsed(() => localStorage)
/** What this tab keeps. Every access may throw. */
export const tabStorage = touchedWhenUsed(() => sessionStorage)
