/** The towns as text, written by `townLines()` of `build/towns.ts`. */
declare module 'virtual:towns' {
  const lines: string
  export default lines
}
