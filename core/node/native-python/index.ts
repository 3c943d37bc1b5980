export { createNativePython } from './native-python.ts';
