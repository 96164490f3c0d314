/** Thrown inside the parser for what it does not know: look-around, back-references, word borders. */
export class UnknownPattern extends Error {}
