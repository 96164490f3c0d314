/** Thrown for a text that is no expression. */
export class NotAnExpression extends Error {}
