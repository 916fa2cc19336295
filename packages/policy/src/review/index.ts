export { implies, type Implication, type ImpliesOptions } from './implies.ts'
