import { configure } from "@testing-library/react";

// On a busy machine, code that is loaded when it is needed comes seconds later.
configure({ asyncUtilTimeout: 30_000 });
