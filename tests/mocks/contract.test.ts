import { describeContract } from "../contract/suite.ts";
import { startMockBackend, useMockServer } from "./mockBackend.ts";

useMockServer();
describeContract("the mocked backend", startMockBackend);
