// What tests of other folders may use of this one.

export * from './scripted-model.ts';
